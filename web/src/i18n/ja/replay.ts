import type { replay as english } from "../en/replay";

export const replay: { [Key in keyof typeof english]: string } = {
  "replay.title": "棋譜の再生",
};
