import { en, type Words } from "../en";

export const hiroba: Words["hiroba"] = en.hiroba;
