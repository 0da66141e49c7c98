import type { leftovers as english } from '../../en/screens/leftovers.ts'

export const leftovers: Record<keyof typeof english, string> = {
  'leftovers.accountFolder': '不明なアカウントのデータ',
  'leftovers.accountFolderDelete': 'アカウントのデータを削除',
  'leftovers.accountFolderHint': 'このコンピューターでサインインしていないアカウントです。',
  'leftovers.accountFolderLoss': '保留中の操作や監査ログが含まれている可能性があります。',
  'leftovers.auditLog': '監査ログ',
  'leftovers.auditLogDelete': '監査ログを削除',
  'leftovers.auditLogHint': 'サインアウト時に残されました。',
  'leftovers.damagedFile': '破損したファイル',
  'leftovers.damagedFileDelete': '破損したファイルを削除',
  'leftovers.damagedFileHint': 'Latchkeyが読み取れなかったため、別に保管されました。',
  'leftovers.damagedFileLoss': '復旧されていない内容はすべて失われます。',
  'leftovers.logs': 'ログファイル',
  'leftovers.logsDelete': 'ログファイルを削除',
  'leftovers.logsHint': '名前、URL、トークンは含まれません。',
  'leftovers.notifications': '通知履歴',
  'leftovers.notificationsDelete': '通知履歴を削除',
  'leftovers.notificationsHint': '同じ通知が二重に表示されるのを防ぎます。',
  'leftovers.viewedUsers': '表示したユーザー',
  'leftovers.viewedUsersDelete': '表示したユーザーの記録を削除',
  'leftovers.viewedUsersHint': '［ユーザーとして表示］を使う前の、ユーザーの最終アクティビティー。',
  'leftovers.viewedUsersLoss':
    '［ユーザーとして表示］を使ったために、ユーザーがアクティブに見える場合があります。',
}
