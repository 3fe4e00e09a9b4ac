import { en, type Words } from "../en";

export const sakura: Words["sakura"] = en.sakura;
