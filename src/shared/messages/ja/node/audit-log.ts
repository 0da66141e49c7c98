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
  'auditLog.verifyAlone':
    '{file}は単独では検証できません。一緒にエクスポートされた{beside}を同じ場所に置いてください。',
  'auditLog.verifyDamaged':
    '{line}行目が変更されているか、それより下の行が欠けているか、順序が異なります。',
  'auditLog.verifyEntries': '{count, plural, other {#件の記録}}',
  'auditLog.verifyGap':
    'このログは、{file}として保存された破損ログの代わりです。それより古い記録はありません。',
  'auditLog.verifyIncomplete':
    'ファイルが不完全か、範囲、記録の件数、または最後のハッシュが変更されています。',
  'auditLog.verifyIntact': 'ログに破損はありません。',
  'auditLog.verifyLimits':
    '最後のハッシュを、別の場所に控えたものと照合してください。このファイルに書き込める人は別のファイルを作れますが、最後のハッシュは異なります。',
  'auditLog.verifyNeedsFile':
    '--verify-logには、エクスポートした監査ログを指定してください: --verify-log FILE',
  'auditLog.verifyNoExport':
    '{file}はエクスポートされた監査ログではないか、先頭行が変更されています。',
  'auditLog.verifyNoFile': 'ファイルが存在しません',
  'auditLog.verifyRewritten':
    'このファイルは、表計算ソフトなど別のプログラムで保存し直されています。{count, plural, =0 {破損した行はありません。} other {#行が破損しています。}}ログをもう一度エクスポートしてください。',
  'auditLog.verifySelection': '抜粋に破損はありません。ログ全体ではありません。',
  'auditLog.verifyTooLarge': '{max, number} MBを超えています',
  'auditLog.verifyUnreadable': '{file}を読み取れませんでした: {reason}。',
}
