import type { auditLog as english } from '../../en/node/audit-log.ts'

export const auditLog: Record<keyof typeof english, string> = {
  'auditLog.daysReversed': '終了日が開始日より前です。',
  'auditLog.daysReversedHint': '終了日以前の開始日を選択してください。',
  'auditLog.fromReversed': '終了日より後の日付です',
  'auditLog.gapText':
    '監査ログのファイルが破損していたため、{file}として保存されています。この記録より前の記録は欠けています。',
  'auditLog.notWritten': 'このコンピューターの監査ログに書き込めませんでした。',
  'auditLog.notWrittenHint':
    'GitLabで行った操作には影響ありません。ディスクに空きがあることを確認してください。',
  'auditLog.verifyCut': '{line}行目: これ以降が欠けているか、破損しています。',
  'auditLog.verifyDamaged': '{line}行目が破損しています。',
  'auditLog.verifyEntries': '{count, plural, other {#件の記録}}',
  'auditLog.verifyIntact': 'ログに破損はありません。',
  'auditLog.verifyLimits':
    '検出できるのは破損だけで、ファイルの所有者による改ざんは検出できません。最後のハッシュを、別の場所に控えたものと照合してください。',
  'auditLog.verifyMisplaced': '{line}行目の位置が正しくありません。',
  'auditLog.verifyMissing': '{line}行目の前の記録が欠けています。',
  'auditLog.verifyNeedsFile':
    '--verify-logには、エクスポートした監査ログを指定してください: --verify-log FILE',
  'auditLog.verifyNoExport': '{file}は、ハッシュ付きでエクスポートされた監査ログではありません。',
  'auditLog.verifyNoFile': 'ファイルが存在しません',
  'auditLog.verifySelection':
    'どの行にも破損はありません。ただし抜粋のため、行の間にあった記録は検証されていません。',
  'auditLog.verifyUnreadable': '{file}を読み取れませんでした: {reason}。',
}
