import { en, type Words } from "../en";

export const hijun: Words["hijun"] = en.hijun;
