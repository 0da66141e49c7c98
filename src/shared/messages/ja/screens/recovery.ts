import type { recovery as english } from '../../en/screens/recovery.ts'

export const recovery: Record<keyof typeof english, string> = {
  'recovery.check': '一覧をキューに追加した操作と照合してください。',
  'recovery.checkPaused': 'キューは一時停止中です。一覧を確認してから、キューを再開してください。',
  'recovery.damage': 'キューのファイルが破損していました',
  'recovery.damaged': 'Latchkeyの起動時（{when}）、{damage}。',
  'recovery.dismiss': 'この通知を閉じる',
  'recovery.file': '検出時のファイル: {path}',
  'recovery.lost':
    '一部の項目を読み取れませんでした。終了した操作が保留中と表示される場合があります。',
  'recovery.missing': '{count, plural, other {#件の操作}}がキューから失われています。',
  'recovery.missingAction': '{action}: @{username}（以前の状態: {state}）',
  'recovery.missingActions': '失われた操作',
  'recovery.missingHint': '{when}のLatchkey起動時に、キューのファイルの一部が失われていました。',
  'recovery.recovered': '読み取れる項目はすべて復旧されました。',
  'recovery.recoveredRows': 'キューと監査ログの{count, plural, other {#件の項目}}を復旧しました。',
  'recovery.title': '復旧したキュー',
}
