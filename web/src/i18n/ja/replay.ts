import type { replay as english } from "../en/replay";

export const replay: { [Key in keyof typeof english]: string } = {
  "rules.title": "ルール",
  "rules.of": "{game}のルール",
  "rules.lead":
    "ルールには一つひとつ番号があります。手が認められなかったときや、何かが起きたときには、その根拠となる番号が示され、ここへたどれます。",
  "rules.all": "ルール一覧",
  "rules.no_game": "その名前のゲームはありません。ここにあるのは次の五つです。",
  "rules.contents": "目次",
  "rules.play": "このゲームで遊ぶ",
  "rules.print": "印刷",
  "rules.seats": "{from}～{to}人",
  "rules.about.hagakure": "村人と侍、そして古狸がトリックを争い、五本の幟が得点をゆさぶります。",
  "rules.about.hijun": "ちょうど二トリック取れば得点、三つ目を取ればすべて失います。",
  "rules.about.hiroba": "石庭に数字の小石を置くゲーム。同じ列・同じ庭に同じ数字は置けません。",
  "rules.about.hitohira": "袋から花びらを引き、ほどよいところで止める。",
  "rules.about.sakura": "ハワイ流の花札。一人ずつでも、組に分かれても。",
  "rules.no_picture": "図を読み込めませんでした。",
  "rules.other_language": "このゲームのルールは英語版のみです。",
  "rules.ruling": "裁定:原典に定めがないため、ここではこう扱います",
  "replay.title": "棋譜の再生",
};
