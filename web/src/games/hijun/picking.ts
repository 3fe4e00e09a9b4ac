/** Discards are collected before they are sent (HJ-2.3): the same table, but to touch a card takes it up or puts it back. */
import type { Board } from "$/generated/hijun";
import type { Sight } from "$/table/sight";

export function picking(
  sight: Sight<Board>,
  picked: () => readonly number[],
  touch: (action: number) => void,
): Sight<Board> {
  return {
    get game() {
      return sight.game;
    },
    get view() {
      return sight.view;
    },
    get board() {
      return sight.board;
    },
    get seat() {
      return sight.seat;
    },
    get chosen() {
      return picked();
    },
    get live() {
      return sight.live;
    },
    name: (seat) => sight.name(seat),
    may: (action) => sight.may(action),
    label: (action) => sight.label(action),
    say: (message) => sight.say(message),
    worth: (action) => sight.worth(action),
    touch,
    propose: (actions) => sight.propose(actions),
  };
}
