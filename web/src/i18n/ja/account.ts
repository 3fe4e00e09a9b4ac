import type { Translation } from "../catalogue";
import type { account as english } from "../en/account";

export const account: Translation<typeof english> = {
  "confirm.title": "ご本人の確認",
  "confirm.about": "アカウントを使える人が変わる操作です。先にパスワードでご本人であることを確認してください。",
  "confirm.do": "確認する",

  "tokens.scopes": "何を許可しますか？",
  "tokens.scope.between": "・",
  "tokens.end": "無効にする",
  "tokens.scope.read": "閲覧",
  "tokens.scope.read.about": "プロフィールと、あなたに見える範囲の卓を見られます。必ず含まれます。",
  "tokens.scope.play": "プレイ",
  "tokens.scope.play.about":
    "着席、手番の操作、チャットができます。プログラムがプレイしていることはほかの人にも表示されます。",
  "tokens.scope.manage": "管理",
  "tokens.scope.manage.about": "あなたがホストの卓、個人設定、ミュートを変更できます。",
  "seat.program": "プログラムがプレイしています",
  "tokens.never": "ログイン方法の変更、データのダウンロードや削除は、どのトークンでもできません。",
};
