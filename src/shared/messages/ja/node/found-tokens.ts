import type { foundTokens as english } from '../../en/node/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.changed': '検索した後に{file}が変更されました。',
  'foundTokens.gitAbsent': 'Gitがこのコンピューターにインストールされていません。',
  'foundTokens.gitNotAToken':
    '{host}用のGitの認証情報は、パーソナルアクセストークンではありません。',
  'foundTokens.gitNotATokenHint':
    'パスワードか、他のプログラムのOAuthトークンと思われます。パーソナルアクセストークンを作成して、フォームに貼り付けてください。',
  'foundTokens.gitNothing': 'Gitに{host}の認証情報はありません。',
  'foundTokens.gitOtherHost':
    'Gitが{host}とは異なるホストの認証情報を返しました。何も送信されていません。',
  'foundTokens.gitTimeout':
    '{host}について、Gitの認証情報ヘルパーから時間内に応答がありませんでした。',
  'foundTokens.gitTimeoutHint':
    'パスワードの入力やクリックを待っていた可能性があります。代わりに、フォームにトークンを貼り付けてください。',
  'foundTokens.gone': 'このトークンの一覧は最新ではありません。',
  'foundTokens.lookAgainHint': 'もう一度探してください。',
  'foundTokens.malformed': '見つかったものは有効なアクセストークンではありません。',
  'foundTokens.pasteHint': '代わりに、フォームにトークンを貼り付けてください。',
}
