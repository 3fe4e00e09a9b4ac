/** The place in a replay that an address names: `?ply=37&eyes=2`. */
import type { Eyes } from "./source";

export interface Place {
  ply: number;
  eyes: Eyes;
}

const NUMBER = /^\d{1,7}$/;

export function place(search: string): Place {
  const given = new URLSearchParams(search);
  const ply = given.get("ply") ?? "";
  const eyes = given.get("eyes") ?? "";
  return { ply: NUMBER.test(ply) ? Number(ply) : 0, eyes: NUMBER.test(eyes) ? Number(eyes) : "open" };
}

export function search({ ply, eyes }: Place): string {
  const given = new URLSearchParams();
  if (ply > 0) given.set("ply", String(ply));
  if (eyes !== "open") given.set("eyes", String(eyes));
  const text = given.toString();
  return text === "" ? "" : `?${text}`;
}
