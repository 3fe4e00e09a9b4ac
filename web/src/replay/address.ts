/** The position in a replay that an address names: `?ply=37&viewer=2`. */
import type { Viewer } from "./source";

export interface ReplayPosition {
  ply: number;
  viewer: Viewer;
}

const NUMBER = /^\d{1,7}$/;

export function readPosition(search: string): ReplayPosition {
  const given = new URLSearchParams(search);
  const ply = given.get("ply") ?? "";
  const viewer = given.get("viewer") ?? "";
  return { ply: NUMBER.test(ply) ? Number(ply) : 0, viewer: NUMBER.test(viewer) ? Number(viewer) : "open" };
}

export function positionQuery({ ply, viewer }: ReplayPosition): string {
  const given = new URLSearchParams();
  if (ply > 0) given.set("ply", String(ply));
  if (viewer !== "open") given.set("viewer", String(viewer));
  const text = given.toString();
  return text === "" ? "" : `?${text}`;
}
