import type { accounts as english } from '../../en/screens/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {
  'accounts.active': '使用中',
  'accounts.administrator': '管理者',
  'accounts.auditLogFolder': 'Latchkeyのデータフォルダー',
  'accounts.colour': '色',
  'accounts.colour_blue': '青',
  'accounts.colour_olive': 'オリーブ',
  'accounts.colour_orange': 'オレンジ',
  'accounts.colour_pink': 'ピンク',
  'accounts.colour_red': '赤',
  'accounts.colour_slate': 'スレート',
  'accounts.colour_teal': 'ティール',
  'accounts.colour_violet': '紫',
  'accounts.deleteDamagedConfirm': '削除してサインアウト',
  'accounts.deleteDamagedQuestion': '破損したファイルを削除しますか？',
  'accounts.deleteDamagedText':
    '監査ログなどの内容は、サインアウトすると復旧できなくなります: {files}',
  'accounts.demo': 'デモ',
  'accounts.drag': 'ドラッグして移動',
  'accounts.edit': '編集',
  'accounts.editNamed': '{label}を編集',
  'accounts.keepAuditLog': '監査ログを残す',
  'accounts.keepAuditLogHint':
    '管理者として行った操作を、JSONファイルとして{folder}に保存します。破損したファイルもそこに移動します。',
  'accounts.label': 'ラベル',
  'accounts.labelExample': '例: 仕事用',
  'accounts.lead': 'ドラッグするか、Altキーを押しながら矢印キーを押して並べ替えます。',
  'accounts.moveDown': '下へ移動（Alt ↓）',
  'accounts.moveDownNamed': '{label}を下へ移動',
  'accounts.moveUp': '上へ移動（Alt ↑）',
  'accounts.moveUpNamed': '{label}を上へ移動',
  'accounts.moved': '{label}を{count, number}件中{position, number}番目に移動しました。',
  'accounts.none': 'アカウントはまだありません',
  'accounts.noneLink': 'アクセストークンでサインイン',
  'accounts.readOnlyToken': '読み取り専用トークン',
  'accounts.refreshed': '{label}を更新しました。',
  'accounts.revokeToken': 'このトークンをGitLabでも取り消す',
  'accounts.revokeTokenHint':
    '取り消さない場合、期限が切れるか取り消されるまで{instance}で有効です。',
  'accounts.revokeTokenUses': '次は同じトークンを使用しており、動作しなくなります: {uses}。',
  'accounts.rotate': 'トークンをローテーション…',
  'accounts.rotateConfirm': 'トークンをローテーション',
  'accounts.rotateElsewhere':
    '現在のトークンは、それを使っているスクリプトや他のプログラムも含めて、すぐに使えなくなります。',
  'accounts.rotateNeedsKeychain':
    'キーチェーンが必要です。GitLabは古いトークンをすぐに無効にするため、メモリにしかない新しいトークンは失われてしまいます。',
  'accounts.rotateNeedsToken': '先にこのアカウントのトークンを入力してください。',
  'accounts.rotateNoDateHint':
    '通常は1週間後になります。インスタンスで期限が必須でなければ、無期限になります。',
  'accounts.rotateOffline': 'インスタンスに接続できません。',
  'accounts.rotateText':
    'GitLabから同じスコープの新しいトークンが発行され、キーチェーンに保存されます。コピーの必要はありません。',
  'accounts.rotateTitle': '{label}のトークンをローテーションしますか？',
  'accounts.rotated': '{label}のトークンをローテーションしました。新しいトークンは無期限です。',
  'accounts.rotatedUntil':
    '{label}のトークンをローテーションしました。新しいトークンの有効期限は{date}です。',
  'accounts.rotationLost': 'トークンはローテーションされましたが、新しいトークンが失われました。',
  'accounts.rotationLostHint':
    '以前のトークンは使えなくなりました。新しいトークンを作成し、［トークンを置き換え］を選択してください。失われたトークンはWebで取り消してください。',
  'accounts.rotationOpen': 'トークンがローテーションされたかどうか、まだわかりません。',
  'accounts.rotationOpenHint': 'インスタンスとキーチェーンに接続でき次第、Latchkeyが確認します。',
  'accounts.rotationSave': 'キーチェーンに保存',
  'accounts.rotationSolved': 'トークンは有効で、保存されています。',
  'accounts.rotationUnsaved': '新しいトークンをキーチェーンに保存できませんでした。',
  'accounts.rotationUnsavedHint':
    'Latchkeyを終了するまでは使えますが、終了すると失われます。以前のトークンは使えなくなりました。キーチェーンのロックを解除して、もう一度お試しください。',
  'accounts.saved': 'アカウントを保存しました。',
  'accounts.sessionToken': 'トークンはLatchkeyの終了まで保持',
  'accounts.signOut': 'サインアウト',
  'accounts.signOutKeepsToken': 'トークンは、期限が切れるか取り消されるまで{instance}で有効です。',
  'accounts.signOutQuestion': '{label}からサインアウトしますか？',
  'accounts.signOutText':
    'アカウント、そのデータ、トークンがこのコンピューターから削除されます。{pending, plural, =0 {} other {保留中の操作#件がキャンセルされます。}}',
  'accounts.signOutWithoutRevoking': '取り消さずにサインアウト',
  'accounts.signedOut':
    '{label}からサインアウトしました。{instance}のトークンは取り消していません。',
  'accounts.signedOutRevoked':
    '{label}からサインアウトしました。{instance}のトークンは取り消されました。',
  'accounts.switch': 'アカウントに切り替え',
  'accounts.tokenExpired': 'トークンの期限切れ',
  'accounts.tokenExpires': 'アクセストークンの有効期限は{date} 00:00（UTC）です。',
  'accounts.tokenExpiresIn':
    '{days, plural, =0 {トークンは1日以内に期限切れ} other {トークンは#日後に期限切れ}}',
  'accounts.tokenMissing': 'トークンがありません',
  'accounts.tokenNeverExpires': 'アクセストークンは無期限です。',
}
