/** Discards are collected before they are sent (HJ-2.3): the same table, but to select a card takes it up or puts it back. */
import type { Board } from "$/generated/hijun";
import type { GameContext } from "$/table/gameContext";

export function discardContext(
  context: GameContext<Board>,
  picked: () => readonly number[],
  select: (action: number) => void,
): GameContext<Board> {
  return {
    get game() {
      return context.game;
    },
    get view() {
      return context.view;
    },
    get board() {
      return context.board;
    },
    get seat() {
      return context.seat;
    },
    get chosen() {
      return picked();
    },
    get live() {
      return context.live;
    },
    name: (seat) => context.name(seat),
    isLegal: (action) => context.isLegal(action),
    label: (action) => context.label(action),
    say: (message) => context.say(message),
    winChance: (action) => context.winChance(action),
    select,
    propose: (actions) => context.propose(actions),
  };
}
