import { en, type Words } from "../en";

export const hitohira: Words["hitohira"] = en.hitohira;
