import type { signIn as english } from '../../en/shell/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.about': 'Latchkeyについて',
  'signIn.admin': '管理者です',
  'signIn.adminHint': '新しいトークンの作成リンクで、管理者用のスコープも要求します。',
  'signIn.chooseCertificate': '証明書を選択',
  'signIn.claim': 'アカウントをデスクトップから管理。',
  'signIn.createToken': '{instance}でトークンを作成',
  'signIn.demoAsAdmin': '管理者としてデモを試す',
  'signIn.demoAsUser': 'ユーザーとしてデモを試す',
  'signIn.demoHint':
    'デモは架空のユーザーを使ってこのコンピューター上で動作し、Latchkeyを終了すると消えます。',
  'signIn.demoTitle': 'アカウントがない場合',
  'signIn.done': '{name}としてサインインしました。',
  'signIn.doneForSession': '{name}としてサインインしました（Latchkeyを終了するまで）。',
  'signIn.findTokens': 'このコンピューターでトークンを探す…',
  'signIn.form': 'トークンでサインイン',
  'signIn.lead': 'パーソナルアクセストークンを使用してください。',
  'signIn.promiseAfterUnlock':
    'トークンはお使いのインスタンスにのみ送信されます。Latchkeyを終了するまで保持され、{keychain}のロックを解除するとそこに保存されます。',
  'signIn.promiseFiles': 'Latchkeyがトークンをファイルやログに書き込むことはありません。',
  'signIn.promiseInstance': 'トークンはお使いのインスタンスにのみ送信されます。',
  'signIn.promiseKeychain':
    'トークンは{keychain}に保存され、お使いのインスタンスにのみ送信されます。',
  'signIn.promiseOthers': 'それ以外には何も送信されません。',
  'signIn.promiseSession':
    'トークンはお使いのインスタンスにのみ送信され、Latchkeyを終了するまで保持されます。',
  'signIn.submit': 'サインイン',
  'signIn.token': 'アクセストークン',
  'signIn.tokenHint': 'URLを入力すると、新しいトークンを作成するリンクが表示されます。',
  'signIn.tokenMissing': 'アクセストークンを貼り付けてください。',
  'signIn.tokenMoved': '入力されたのはトークンでした。トークンの欄に移しました。',
  'signIn.tokenTarget': 'トークンは{url}にのみ送信されます。',
  'signIn.unencrypted': 'トークンを暗号化せずに送信',
  'signIn.unencryptedHint': 'ネットワーク上の誰でもトークンを読み取れます。',
  'signIn.url': 'GitLabのURL',
  'signIn.urlExample': 'gitlab.example.com',
  'signIn.urlHint': 'ポートやサブフォルダーがあれば含めてください。',
  'signIn.urlMissing': 'GitLabのURLを入力してください。',
  'signIn.useGitlabCom': 'gitlab.comを使用',
}
