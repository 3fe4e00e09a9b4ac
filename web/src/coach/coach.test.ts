import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Api } from "$/net/api";
import type { Coach as Coaching } from "./coach.svelte";

const text = { en: "Words" };
const mark = (id: string, when: string): Api.CoachMark => ({ id, when, say: text, point: [], rules: [] });
const course: Api.CourseData = {
  game: "go",
  card: text,
  how: { goal: text, turn: text, score: text },
  lessons: [{ id: "stones", title: text, goals: 1 }],
  plain: [
    { place: "sheet", until: ["event.won", "event.lost"] },
    { place: "aid", until: ["prompt.choose"] },
  ],
  coach: [
    mark("play", "prompt.play"),
    mark("again", "prompt.play"),
    mark("won", "event.won"),
    mark("lost", "event.lost"),
  ],
};

let Coach: new (game: string) => Coaching;
let settings: typeof import("$/settings.svelte").settings;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
  ({ Coach } = await import("./coach.svelte"));
  ({ settings } = await import("$/settings.svelte"));
});

/** Somebody who has seen the goal. */
function newcomer(): Coaching {
  const coach = new Coach("go");
  coach.begin(course);
  coach.showMe();
  coach.dismiss();
  return coach;
}

describe("a first game", () => {
  it("begins with a question, then the goal, then tips", () => {
    const coach = new Coach("go");
    coach.ask("prompt.play");
    coach.begin(course);
    expect([coach.plain, coach.step, coach.mark]).toEqual([true, "offer", null]);
    coach.showMe();
    expect([coach.step, coach.mark]).toEqual(["goal", null]);
    coach.dismiss();
    expect([coach.step, coach.mark?.id]).toEqual([null, "play"]);
  });

  it("tells first what to do now, then what happened while the goal was read", () => {
    const coach = new Coach("go");
    coach.begin(course);
    coach.showMe();
    coach.hear(["event.won"]);
    coach.ask("prompt.play");
    coach.dismiss();
    expect(coach.mark?.id).toBe("play");
    coach.dismiss();
    expect(coach.mark?.id).toBe("won");
  });

  it("tells beside the scores of a round all that is to be told, and not once more", () => {
    const coach = newcomer();
    coach.hear(["event.won", "event.lost"]);
    coach.dismiss();
    expect(coach.pending.map(({ id }) => id)).toEqual(["lost"]);
    coach.tallied();
    coach.hear(["event.won", "event.lost"]);
    expect(coach.pending).toEqual([]);
  });

  it("tells nothing beside the scores while the question is open", () => {
    const coach = new Coach("go");
    coach.begin(course);
    coach.hear(["event.won"]);
    expect(coach.pending).toEqual([]);
    coach.tallied();
    coach.showMe();
    coach.dismiss();
    expect(coach.mark).toBeNull();
  });

  it("has not missed what happened while it was being loaded", () => {
    newcomer();
    const coach = new Coach("go");
    coach.hear(["event.won"]);
    coach.ask("prompt.choose");
    coach.begin(course);
    expect(coach.hidden).toEqual([]);
    expect(coach.mark).toBeNull();
  });

  it("asks once", () => {
    newcomer();
    const later = new Coach("go");
    later.begin(course);
    expect([later.step, later.plain]).toEqual([null, true]);
  });

  it("is over when it was played to the end", () => {
    newcomer().finish();
    expect(new Coach("go").plain).toBe(false);
  });

  it("hides what is not needed yet, and never hides it again", () => {
    const coach = newcomer();
    expect(coach.hidden).toEqual(["sheet", "aid"]);
    coach.hear(["event.lost"]);
    expect(coach.hidden).toEqual(["aid"]);
    const later = new Coach("go");
    later.begin(course);
    expect(later.hidden).toEqual(["aid"]);
    later.ask("prompt.choose");
    expect(later.hidden).toEqual([]);
  });

  it("hides nothing from somebody who knows the game or has played it", () => {
    const coach = newcomer();
    coach.finish();
    expect(coach.hidden).toEqual([]);
    const known = new Coach("chess");
    known.begin(course);
    known.skip();
    expect(known.hidden).toEqual([]);
  });

  it("asks nobody who knows the game, and tells them nothing", () => {
    const coach = new Coach("go");
    coach.begin(course);
    coach.skip();
    coach.ask("prompt.play");
    expect([coach.step, coach.mark]).toEqual([null, null]);
    expect(new Coach("go").plain).toBe(false);
    expect(new Coach("chess").plain).toBe(true);
  });

  it("asks nobody who has taken a lesson, but tells them on the way", () => {
    settings.lessons = "go/stones";
    const coach = new Coach("go");
    coach.begin(course);
    expect(coach.step).toBeNull();
    coach.ask("prompt.play");
    expect(coach.mark?.id).toBe("play");
  });

  it("does not ask any longer when somebody simply plays", () => {
    const coach = new Coach("go");
    coach.begin(course);
    coach.ask("prompt.play");
    coach.ask(null);
    expect(coach.step).toBeNull();
    coach.ask("prompt.play");
    expect(coach.mark?.id).toBe("play");
  });
});

describe("a coach mark", () => {
  it("is shown once, and the next of the same prompt follows", () => {
    const coach = newcomer();
    coach.ask("prompt.play");
    coach.dismiss();
    expect(coach.mark?.id).toBe("again");
    coach.dismiss();
    expect(coach.mark).toBeNull();
    const later = new Coach("go");
    later.begin(course);
    later.ask("prompt.play");
    expect(later.mark).toBeNull();
  });

  it("of an event waits for the one before it", () => {
    const coach = newcomer();
    coach.hear(["event.won", "event.lost", "event.other"]);
    coach.ask("prompt.play");
    expect(coach.mark?.id).toBe("won");
    coach.hear(["event.won", "event.lost"]);
    coach.dismiss();
    expect(coach.mark?.id).toBe("lost");
    coach.dismiss();
    expect(coach.mark?.id).toBe("play");
  });

  it("counts as read when the player moves on, those behind it do not", () => {
    const coach = newcomer();
    coach.hear(["event.won", "event.lost"]);
    coach.ask("prompt.play");
    coach.ask(null);
    expect(coach.mark).toBeNull();
    coach.hear(["event.won", "event.lost"]);
    expect(coach.mark?.id).toBe("lost");
  });

  it("never comes again when tips are turned off, in any game", () => {
    const coach = newcomer();
    coach.ask("prompt.play");
    coach.turnOff();
    expect(coach.mark).toBeNull();
    const other = new Coach("chess");
    other.begin(course);
    expect([other.step, other.plain]).toEqual([null, false]);
  });
});
