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
  'auditLog.verifyAlone':
    '{file} kann nicht allein geprüft werden: {beside}, mit ihr exportiert, muss daneben liegen.',
  'auditLog.verifyDamaged':
    'Zeile {line} wurde geändert, oder darunter fehlen Zeilen oder stehen in anderer Reihenfolge.',
  'auditLog.verifyEntries': '{count, plural, one {# Eintrag} other {# Einträge}}',
  'auditLog.verifyGap':
    'Dieses Log ersetzt ein beschädigtes, das unter {file} aufbewahrt wurde: Ältere Einträge fehlen.',
  'auditLog.verifyIncomplete':
    'Die Datei ist unvollständig, oder ihr Umfang, die Zahl der Einträge oder der letzte Hash wurde geändert.',
  'auditLog.verifyIntact': 'Das Log ist unversehrt.',
  'auditLog.verifyLimits':
    'Vergleichen Sie den letzten Hash mit einem, den Sie anderswo aufbewahrt haben: Wer diese Datei schreiben kann, kann eine andere erstellen, und die hat einen anderen letzten Hash.',
  'auditLog.verifyNeedsFile':
    '--verify-log benötigt ein exportiertes Audit-Log: --verify-log DATEI',
  'auditLog.verifyNoExport':
    '{file} ist kein Export eines Audit-Logs, oder die erste Zeile wurde geändert.',
  'auditLog.verifyNoFile': 'sie existiert nicht',
  'auditLog.verifyRewritten':
    'Eine Tabellenkalkulation oder ein anderes Programm hat diese Datei neu gespeichert. {count, plural, =0 {Keine Zeile ist beschädigt.} one {# Zeile ist beschädigt.} other {# Zeilen sind beschädigt.}} Exportieren Sie das Log erneut.',
  'auditLog.verifySelection': 'Die Auswahl ist unversehrt. Sie ist nicht das ganze Log.',
  'auditLog.verifyTooLarge': 'sie ist größer als {max, number} MB',
  'auditLog.verifyUnreadable': '{file} konnte nicht gelesen werden: {reason}.',
}
