import type { auditLog as english } from '../../en/node/audit-log.ts'

export const auditLog: Record<keyof typeof english, string> = {
  'auditLog.daysReversed': '終了日が開始日より前です。',
  'auditLog.daysReversedHint': '終了日以前の開始日を選択してください。',
  'auditLog.fromReversed': '終了日より後の日付です',
  'auditLog.notWritten': 'このコンピューターの監査ログに書き込めませんでした。',
  'auditLog.notWrittenHint':
    'GitLabで行った操作には影響ありません。ディスクに空きがあることを確認してください。',
}
