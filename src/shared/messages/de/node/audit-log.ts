import type { auditLog as english } from '../../en/node/audit-log.ts'

export const auditLog: Record<keyof typeof english, string> = {
  'auditLog.daysReversed': 'Der letzte Tag liegt vor dem ersten Tag.',
  'auditLog.daysReversedHint': 'Wählen Sie einen ersten Tag, der nicht nach dem letzten Tag liegt.',
  'auditLog.fromReversed': 'liegt nach dem letzten Tag',
  'auditLog.gapText':
    'Die Datei des Audit-Logs war beschädigt und liegt jetzt unter {file}. Vor diesem Eintrag fehlen Einträge.',
  'auditLog.notWritten': 'In das Audit-Log auf diesem Computer konnte nicht geschrieben werden.',
  'auditLog.notWrittenHint':
    'Was Sie in GitLab getan haben, ist davon nicht betroffen. Prüfen Sie, ob der Datenträger voll ist.',
  'auditLog.verifyCut': 'Zeile {line}: Der Rest der Datei fehlt oder ist beschädigt.',
  'auditLog.verifyDamaged': 'Zeile {line} ist beschädigt.',
  'auditLog.verifyEntries': '{count, plural, one {# Eintrag} other {# Einträge}}',
  'auditLog.verifyIntact': 'Das Log ist unversehrt.',
  'auditLog.verifyLimits':
    'Das zeigt Beschädigung, nicht Fälschung durch den Besitzer der Datei: Vergleichen Sie den letzten Hash mit einem, den Sie anderswo aufbewahrt haben.',
  'auditLog.verifyMisplaced': 'Zeile {line} steht an der falschen Stelle.',
  'auditLog.verifyMissing': 'Vor Zeile {line} fehlen Einträge.',
  'auditLog.verifyNeedsFile':
    '--verify-log benötigt ein exportiertes Audit-Log: --verify-log DATEI',
  'auditLog.verifyNoExport': '{file} ist kein Export eines Audit-Logs mit Hashes.',
  'auditLog.verifyNoFile': 'sie existiert nicht',
  'auditLog.verifySelection':
    'Alle Zeilen sind unversehrt. Es ist eine Auswahl, daher wird nicht geprüft, was dazwischen liegt.',
  'auditLog.verifyUnreadable': '{file} konnte nicht gelesen werden: {reason}.',
}
