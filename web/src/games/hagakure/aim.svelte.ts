/** Look needs a place: between choosing the banner and choosing where, the places can be touched. */
import { ofEyes } from "$/table/own.svelte";

class Aim {
  open: boolean = $state(false);
}

export const aimOf = ofEyes(() => new Aim());
