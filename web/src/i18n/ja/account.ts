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
  "passkeys.title": "パスキー",
  "passkeys.about":
    "パスワードの代わりに、指紋、顔、PIN、セキュリティキーでログインできます。パスキーはこのサイトだけで使えるため、偽サイトに盗まれません。",
  "passkeys.label": "パスキーの名前",
  "passkeys.add": "パスキーを追加",
  "passkeys.remove": "削除",
  "passkeys.created": "{from}から",
  "passkeys.used": "最後の使用：{at}",
  "passkeys.sign_in": "パスキーでログイン",
  "passkeys.none": "このブラウザーまたはこのアドレスではパスキーを使えません（httpsが必要です）。",
  "passkeys.cancelled": "操作が完了しなかったため、何も変わっていません。",
  "recovery.title": "回復コード",
  "recovery.about":
    "パスワードを忘れたとき、コード1つにつき1回、新しいパスワードを設定できます。安全な場所に保管してください。ほかの人が再発行することはできません。",
  "recovery.left": "残りのコード：{left}",
  "recovery.make": "新しいコードを作る",
  "recovery.once": "この10個のコードが表示されるのは今だけです。以前のコードは使えなくなりました。",
  "recovery.forgot": "パスワードを忘れた場合",
  "recovery.code": "回復コード",
  "recovery.use": "パスワードを設定してログイン",
  "seat.program": "プログラムがプレイしています",
  "tokens.never": "ログイン方法の変更、データのダウンロードや削除は、どのトークンでもできません。",
};
