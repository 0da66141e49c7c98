import type { foundTokens as english } from '../../en/screens/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.configLinkLoop': '自分自身を指すリンクです。',
  'foundTokens.configNoPermission': '読み取り権限がありません。',
  'foundTokens.configNotAFile': '通常のファイルではありません。',
  'foundTokens.configNotYaml': '有効なglabの設定ではありません。',
  'foundTokens.configProblem': '{file}を読み取れませんでした。',
  'foundTokens.configTooLarge': '64 KiBを超えています。',
  'foundTokens.configUnreadable': 'ディスクまたはファイルが破損している可能性があります。',
  'foundTokens.git': 'Git',
  'foundTokens.gitAbsentHint': 'Gitがインストールされていません。',
  'foundTokens.gitHint': '選択すると、Gitの認証情報ヘルパーに問い合わせます。',
  'foundTokens.gitNoUrlHint':
    'Gitの認証情報ヘルパーに問い合わせるには、この画面を閉じて、先にGitLabのURLを入力してください。',
  'foundTokens.glab': 'glab',
  'foundTokens.glabFile': '取得元: {file}',
  'foundTokens.glabFileAs': '取得元: {file}（@{username}）',
  'foundTokens.lead':
    'トークンは表示されません。選択したトークンはインスタンスで確認され、貼り付けたトークンと同じように保存されます。',
  'foundTokens.lookAgain': 'もう一度探す',
  'foundTokens.looked': '検索した場所: {places}',
  'foundTokens.nothing': '見つかりませんでした',
  'foundTokens.offer': '{instance}（{source}）',
  'foundTokens.offers': 'サインインに使えるトークン',
  'foundTokens.signInWith': '{source}で{instance}にサインイン',
  'foundTokens.stillInFile':
    'トークンは{file}に残っています。他のプログラムで使わない場合は削除してください。',
  'foundTokens.stillInGit':
    'トークンはGitの認証情報ヘルパーに残っています。Gitで使わない場合は削除してください。',
  'foundTokens.stillInVariable':
    'トークンは環境変数{name}に残っています。他のプログラムで使わない場合は削除してください。',
  'foundTokens.title': 'このコンピューターのトークン',
  'foundTokens.unusable': '使用不可',
  'foundTokens.unusableJobToken': 'CI/CDジョブトークンは、そのジョブの中でのみ有効です。',
  'foundTokens.unusableKeychain':
    'glabのファイルにこのホストのトークンがありません。キーチェーンにある可能性がありますが、Latchkeyは自身の項目しか読み取りません。',
  'foundTokens.unusableMalformed': '有効なアクセストークンではありません。',
  'foundTokens.unusableOauth':
    'OAuthトークンは取得したプログラム専用で、2時間で期限切れになります。パーソナルアクセストークンを使用してください。',
  'foundTokens.unusableUrl': 'URLが無効です。',
  'foundTokens.variable': '取得元: 環境変数{name}',
}
