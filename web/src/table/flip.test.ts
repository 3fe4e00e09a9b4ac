import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "$/settings.svelte";
import { glide, spots, way } from "./flip";
import { browser } from "./testing";

const PLAIN = { translate: "none", scale: "none" };

describe("the keyframes of a piece", () => {
  it("start where it appeared, and end where it lies", () => {
    const [first, ...others] = way([{ x: -20, y: 7.5, scale: 0.5 }], PLAIN);
    expect(first).toMatchObject({ offset: 0, translate: "-20px 7.5px", scale: "0.5 0.5" });
    expect(others).toEqual([]); // where it lies need not be said
  });

  it("may lead via another place", () => {
    const stops = way(
      [
        { x: -20, y: 0, scale: 1 },
        { x: 5, y: 6, scale: 2 },
      ],
      PLAIN,
    );
    expect(stops).toMatchObject([
      { offset: 0, translate: "-20px 0px" },
      { offset: 0.5, translate: "5px 6px", scale: "2 2" },
    ]);
  });

  it("keep the piece's own transform", () => {
    const lifted = { translate: "0px -9.6px", scale: "2" };
    expect(way([{ x: 3, y: 4, scale: 0.5 }], lifted)[0]).toMatchObject({
      translate: "3px calc(-9.6px + 4px)",
      scale: "1 1",
    });
    const askew = { translate: "calc(-50% + 1px) 6%", scale: "1 2" };
    expect(way([{ x: 3, y: 4, scale: 3 }], askew)[0]).toMatchObject({
      translate: "calc(calc(-50% + 1px) + 3px) calc(6% + 4px)",
      scale: "3 6",
    });
    expect(way([{ x: 3, y: 4, scale: 1 }], { translate: "5px", scale: "none" })[0]?.["translate"]).toBe(
      "calc(5px + 3px) 4px",
    );
  });

  it("animate nothing but translate and scale", () => {
    const [first] = way([{ x: 1, y: 1, scale: 1 }], PLAIN);
    expect(Object.keys(first ?? {}).sort()).toEqual(["easing", "offset", "scale", "translate"]);
  });
});

/** What is animated: by a glide of ours, or by the style of the page. */
class FakeAnimation {
  playState = "running";
  currentTime = 0;
  onfinish: (() => void) | null = null;

  constructor(
    readonly effect: { target: FakePiece },
    readonly keyframes: Keyframe[] = [],
  ) {}

  cancel(): void {
    this.playState = "idle";
  }

  play(): void {
    this.playState = "running";
  }

  finish(): void {
    this.playState = "finished";
  }
}

class FakeLift extends FakeAnimation {
  readonly transitionProperty: string = "translate";
}

/** A piece at some place of its table, lifted by so much when its transition is over; it has only begun here. */
class FakePiece {
  readonly dataset: Record<string, string>;
  readonly style = { zIndex: "" };
  readonly isConnected = true;
  readonly parentElement = null;
  readonly glides: FakeAnimation[] = [];
  lift: FakeLift | null = null;
  private raised = 0;

  constructor(
    piece: string,
    public x: number,
  ) {
    this.dataset = { piece };
  }

  /** It is chosen: the page begins to lift it. */
  choose(by: number): void {
    this.raised = by;
    this.lift = new FakeLift({ target: this });
  }

  get raises(): number {
    return this.lift?.playState === "running" ? 0 : this.raised;
  }

  /** Its movements that are under way. */
  get moves(): FakeAnimation[] {
    return [...this.glides, ...(this.lift === null ? [] : [this.lift])].filter((one) => one.playState === "running");
  }

  closest(): null {
    return null;
  }

  getBoundingClientRect(): object {
    return { left: this.x, top: -this.raises, width: 50, height: 70 };
  }

  animate(keyframes: Keyframe[]): FakeAnimation {
    const made = new FakeAnimation({ target: this }, keyframes);
    this.glides.push(made);
    return made;
  }
}

describe("a selected piece", () => {
  let card: FakePiece;
  let root: HTMLElement;
  /** Something changes, and what has another place then glides. */
  const change = (how: () => void): void => {
    const before = spots(root);
    how();
    glide(root, before);
  };

  beforeEach(() => {
    settings.animation = true;
    browser();
    vi.stubGlobal("HTMLElement", FakePiece);
    vi.stubGlobal("CSSTransition", FakeLift);
    vi.stubGlobal("getComputedStyle", (one: FakePiece) => ({ ...PLAIN, translate: `0px ${-one.raises}px` }));
    card = new FakePiece("card", 100);
    root = {
      contains: () => true,
      getAnimations: () => card.moves,
      querySelectorAll: (what: string) => (what === "[data-piece]" ? [card] : []),
    } as unknown as HTMLElement;
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is raised by the page's style alone", () => {
    change(() => card.choose(10));
    expect(card.moves).toEqual([card.lift]);
  });

  it("has one animation, not two, when it has to glide as well, starting where it appears", () => {
    change(() => {
      card.choose(10);
      card.x = 60;
    });
    expect(card.moves).toEqual(card.glides);
    expect(card.glides).toHaveLength(1);
    // It lies 10 higher already: to be seen where it was it begins lower by as much.
    expect(card.glides[0]?.keyframes).toMatchObject([{ translate: "40px calc(-10px + 10px)" }]);
  });

  it("has one animation when it was raised only a moment before", () => {
    change(() => card.choose(10));
    change(() => (card.x = 60));
    expect(card.moves).toEqual(card.glides);
    expect(card.glides[0]?.keyframes).toMatchObject([{ translate: "40px calc(-10px + 10px)" }]);
  });

  it("has one animation while it glides", () => {
    change(() => (card.x = 60));
    change(() => card.choose(10));
    expect(card.glides.map((one) => one.playState)).toEqual(["idle", "running"]);
    expect(card.moves).toHaveLength(1);
  });

  it("glides when it is raised, and leaves no finished animation behind", () => {
    change(() => card.choose(10));
    card.lift?.finish();
    change(() => (card.x = 60));
    expect(card.lift?.playState).toBe("idle");
    expect(card.moves).toEqual(card.glides);
    expect(card.glides[0]?.keyframes).toMatchObject([{ translate: "40px calc(-10px + 0px)" }]);
  });

  it("continues a glide with the same destination", () => {
    change(() => (card.x = 60));
    change(() => undefined);
    expect(card.glides).toHaveLength(1);
    expect(card.moves).toEqual(card.glides);
  });
});
