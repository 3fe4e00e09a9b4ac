/** The place in a replay that an address names: `?ply=37&viewer=2`. */
import type { Viewer } from "./source";

export interface Place {
  ply: number;
  viewer: Viewer;
}

const NUMBER = /^\d{1,7}$/;

export function place(search: string): Place {
  const given = new URLSearchParams(search);
  const ply = given.get("ply") ?? "";
  const viewer = given.get("viewer") ?? "";
  return { ply: NUMBER.test(ply) ? Number(ply) : 0, viewer: NUMBER.test(viewer) ? Number(viewer) : "open" };
}

export function search({ ply, viewer }: Place): string {
  const given = new URLSearchParams();
  if (ply > 0) given.set("ply", String(ply));
  if (viewer !== "open") given.set("viewer", String(viewer));
  const text = given.toString();
  return text === "" ? "" : `?${text}`;
}
