import { en, type Words } from "../en";

export const hagakure: Words["hagakure"] = en.hagakure;
