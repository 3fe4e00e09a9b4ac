import type { replay as english } from "../en/replay";

export const replay: { [Key in keyof typeof english]: string } = {
  "rules.title": "ルール",
  "rules.no_picture": "図を読み込めませんでした。",
  "rules.other_language": "このゲームのルールは英語版のみです。",
  "rules.ruling": "裁定:原典に定めがないため、ここではこう扱います",
  "replay.title": "棋譜の再生",
};
