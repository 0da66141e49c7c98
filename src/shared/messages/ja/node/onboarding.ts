import type { onboarding as english } from '../../en/node/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.alreadyExisted': 'この行を送信する前から、ユーザーが存在していました。',
  'onboarding.changed':
    '現在準備ができているのは{ready, plural, other {#行}}で、{expected, number}行ではありません。',
  'onboarding.changedHint': '行をチェックし直してから、開始してください。',
  'onboarding.emailedLink': 'GitLabがパスワード設定用のリンクをメールで送信しました',
  'onboarding.emailHidden':
    'GitLabからメールアドレスが返されないため、@{username}が作成されたかどうかを確認できません。',
  'onboarding.emailHiddenHint': 'admin_modeスコープのあるトークンを使用して、再開してください。',
  'onboarding.gone': 'この実行はもう存在しません。',
  'onboarding.goneHint': '実行の一覧を再読み込みしてください。',
  'onboarding.ignored': 'GitLabが無視した項目: {fields}',
  'onboarding.inOtherRun': '{field}は未完了の別の実行に含まれています',
  'onboarding.invalidEmail': 'メールアドレスの形式が正しくありません',
  'onboarding.invalidUsername':
    'ユーザー名に使えるのは英字、数字、「_」「-」「.」のみです。先頭に「-」、末尾に「.」「.git」「.atom」は使えません',
  'onboarding.missing': '{field}がありません',
  'onboarding.noRows': '行がありません。',
  'onboarding.noText': 'テキストファイルではありません。',
  'onboarding.notANumber': '{field}が整数ではありません',
  'onboarding.notEnded': '実行はまだ終了していません。',
  'onboarding.notEndedHint': '先にキャンセルしてください。',
  'onboarding.notSaved': '実行をこのコンピューターに保存できませんでした。',
  'onboarding.notSavedHint':
    'ディスクに空きがあり、データフォルダーに書き込めることを確認してから、もう一度お試しください。',
  'onboarding.notYesOrNo': '{field}にはyesまたはnoを指定してください',
  'onboarding.openQuote': '{line, number}行目の引用符が閉じられていません。',
  'onboarding.otherDomain': 'メールアドレスが許可されたドメインのものではありません',
  'onboarding.otherWidth': 'セルが{count, plural, other {#個}}あります（{expected, number}個必要）',
  'onboarding.repeated': '{field}は{line, number}行目と重複しています',
  'onboarding.reservedUsername': 'ユーザー名はGitLabで予約されています',
  'onboarding.result_cancelled': '未作成',
  'onboarding.result_created': '作成済み',
  'onboarding.result_failed': '未作成',
  'onboarding.result_pending': '保留中',
  'onboarding.result_sending': '保留中',
  'onboarding.result_unknown': '不明',
  'onboarding.taken': '{field}は@{username}が使用しています',
  'onboarding.takenMeanwhile': 'ユーザー名は、メールアドレスの異なるユーザーが使用しています',
  'onboarding.textAfterQuote': '{line, number}行目で、閉じ引用符の後にテキストがあります。',
  'onboarding.tooLong': '{field}が{max, number}文字を超えています',
  'onboarding.tooManyRows': '{max, number}行を超えています。',
  'onboarding.tooManyRowsHint': 'ファイルを分割し、複数回に分けてユーザーを作成してください。',
  'onboarding.unreadableHint':
    'セルをカンマ、セミコロン、タブのいずれかで区切った行（CSVファイルなど）を使用してください。',
}
