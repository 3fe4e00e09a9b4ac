/** Courses, loaded when they are needed. */
import { get, type Api } from "$/net/api";

const loaded = new Map<string, Promise<Api.CourseData>>();

/** The course of a game; rejects with `not-found` if it has none. */
export function loadCourse(game: string): Promise<Api.CourseData> {
  const found =
    loaded.get(game) ??
    get<Api.CourseData>(`/games/${game}/course`).catch((error: unknown) => {
      loaded.delete(game); // the next call tries again
      throw error;
    });
  loaded.set(game, found);
  return found;
}
