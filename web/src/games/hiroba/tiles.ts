/** The twelve tiles as they are printed (HB-R1), each as its three rows. */
export const TILES: readonly (readonly string[])[] = [
  "~ab bab bbB",
  "b~b bbb Aab",
  "~aa bab bBb",
  "~bb bba baA",
  "a~b Aab bbb",
  "b~b bbb aAa",
  "aab a~b bbB",
  "~aA aab bbb",
  "~ab aaB abb",
  "~aa bAa bbb",
  "a~b aab abB",
  "Aaa a~b bbb",
].map((tile) => tile.split(" "));
