import type { signIn as english } from '../../en/node/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.accountGone': 'このアカウントはサインインしていません。',
  'signIn.accountGoneHint': '別のアカウントを選択するか、もう一度サインインしてください。',
  'signIn.dataLeft':
    '@{username}からサインアウトしましたが、一部のデータをこのコンピューターから削除できませんでした。',
  'signIn.dataLeftHint':
    'ディスクの空き容量を確認してください。［設定］→［データ］の［すべて消去］で残りを削除できます。',
  'signIn.insecure':
    '{host}への接続は暗号化されていません。ネットワーク上の誰でもトークンを読み取れます。',
  'signIn.insecureField': '暗号化されていません',
  'signIn.insecureHint': 'httpsを使うか、暗号化せずにトークンを送信することに同意してください。',
  'signIn.narrowerToken':
    'このトークンは、@{username}の現在のトークンよりスコープが少なくなっています。',
  'signIn.narrowerTokenHint':
    '不足している{count, plural, other {スコープ}}: {scopes}。{readOnly, select, true {読み取りのみ可能です。} other {}}',
  'signIn.noService': 'このURLにGitLabのAPIはありません。',
  'signIn.noServiceHint':
    'URLを確認してください。サブフォルダーが不足しているか、余分な可能性があります。',
  'signIn.noToken': '{host}の@{username}のトークンは、このコンピューターにもうありません。',
  'signIn.noTokenHint': 'もう一度入力するか、新しく作成してください。',
  'signIn.notRevoked': '{cause} トークンはまだ有効なため、取り消されていません。',
  'signIn.otherAccount': 'このトークンは@{username}ではなく@{owner}のものです。',
  'signIn.otherAccountField': '@{owner}のものです',
  'signIn.otherAccountHint':
    '@{username}のトークンを貼り付けるか、@{owner}を別のアカウントとして追加してください。',
  'signIn.revocationUnknown': '{cause} トークンが取り消されたかどうかは不明です。',
  'signIn.revokeByHand':
    '取り消さずにサインアウトし、GitLabの個人アクセストークンのページで取り消してください。',
  'signIn.revokeOnWeb':
    'もう一度試すか、サインアウトしてGitLabの個人アクセストークンのページで取り消してください。',
  'signIn.revokeUnavailable':
    'このインスタンスでは、Latchkeyが自分のトークンを取り消すことはできません。',
  'signIn.tokenLeft':
    '@{username}はサインアウトしましたが、キーチェーンのトークンは削除されませんでした。',
  'signIn.tokenLeftHint':
    'キーチェーンのロックを解除し、Latchkeyの次の項目を削除してください: {items}。',
}
