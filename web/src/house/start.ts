/** Ways from the shelf to a table. */
import { newSeed, post, type Api } from "$/net/api";
import { comeIn } from "$/net/me.svelte";
import { go } from "$/router.svelte";

/** Play at once: bots of this level take all other seats. */
export async function playNow(game: Api.Settings["game"], level: number): Promise<void> {
  await comeIn();
  const table = await post<Api.TableData>("/tables", { settings: { game }, seed: newSeed(), fill: level });
  go(`/table/${table.id}`);
}

/** Set up a table for others to come to. */
export async function setUp(settings: Api.Settings): Promise<void> {
  await comeIn();
  const table = await post<Api.TableData>("/tables", { settings, seed: newSeed() });
  go(`/table/${table.id}`);
}

/** All on this device: whoever has a name gets a seat and a seed of their own, bots take the rest. */
export async function passAndPlay(settings: Api.Settings, names: readonly string[], level: number): Promise<void> {
  await comeIn();
  const table = await post<Api.TableData>("/tables", { settings, sit: false });
  try {
    for (const [seat, name] of names.entries()) {
      if (name !== "") await post(`/tables/${table.id}/sit`, { seat, name, seed: newSeed() });
    }
    await post(`/tables/${table.id}/start`, { fill: level });
  } catch (error) {
    // A table that did not come about is not left standing; what was wrong with it is what matters.
    await post(`/tables/${table.id}/close`).catch(() => undefined);
    throw error;
  }
  go(`/table/${table.id}`);
}
