import type { rotation as english } from '../../en/node/rotation.ts'

export const rotation: Record<keyof typeof english, string> = {
  'rotation.busy': 'このアカウントの他のリクエストに対するGitLabの応答を待っています。',
  'rotation.busyHint':
    'トークンはローテーションされていません。しばらくしてから、もう一度お試しください。',
  'rotation.lost':
    '@{username}のアクセストークンはローテーションされましたが、新しいトークンが失われました。',
  'rotation.lostHint':
    '以前のトークンは使えなくなりました。Webで新しいトークンを作成してここに入力し、失われたトークンはWebで取り消してください。',
  'rotation.newToken': '新しいアクセストークン',
  'rotation.notRotated': '{cause}現在のトークンはまだ有効なため、ローテーションされていません。',
  'rotation.notRotatedHint': 'もう一度ローテーションしてください。',
  'rotation.notStarted':
    '現在キーチェーンに新しいトークンを保存できないため、トークンはローテーションされませんでした。',
  'rotation.quitBoth': '{tokens}{actions}{detail}',
  'rotation.quitDetail':
    '{count, plural, other {Latchkeyを終了すると失われ、以前のトークンも使えません。}}［アカウント］で{count, plural, other {保存}}できます。',
  'rotation.quitTitle':
    '{count, plural, =1 {アカウントの新しいアクセストークンがまだ保存されていません。} other {#件のアカウントの新しいアクセストークンがまだ保存されていません。}}',
  'rotation.refused': 'GitLabが新しいトークンを受け付けませんでした。',
  'rotation.refusedHint':
    '以前のトークンは引き続き有効で、保持されています。新しいトークンはWebで取り消してください。',
  'rotation.unavailable': 'このインスタンスでは、このトークンを自身でローテーションできません。',
  'rotation.unavailableHint': 'Webで新しいトークンを作成し、このトークンを置き換えてください。',
  'rotation.uncertain': '{cause}トークンがローテーションされたかどうかは、まだわかりません。',
  'rotation.uncertainHint':
    'Latchkeyが次のリクエスト時に確認します。新しいトークンが失われていた場合は、Webで作成する必要があります。',
}
