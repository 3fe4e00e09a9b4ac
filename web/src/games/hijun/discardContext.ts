/** A context for collecting discards before they are sent (HJ-2.3): selecting a card picks it or puts it back. When all
 * that are due are picked, only these can be touched: the others are no longer lit. */
import type { Board } from "$/generated/hijun";
import type { GameContext } from "$/table/gameContext";

export function discardContext(
  context: GameContext<Board>,
  picked: () => readonly number[],
  due: number,
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
    isLegal: (action) => context.isLegal(action) && (picked().length < due || picked().includes(action)),
    label: (action) => context.label(action),
    say: (message) => context.say(message),
    winChance: (action) => context.winChance(action),
    select,
    propose: (actions) => context.propose(actions),
  };
}
