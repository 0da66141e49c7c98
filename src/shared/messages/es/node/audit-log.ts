import type { auditLog as english } from '../../en/node/audit-log.ts'

export const auditLog: Record<keyof typeof english, string> = {
  'auditLog.daysReversed': 'El último día es anterior al primero.',
  'auditLog.daysReversedHint': 'Elija un primer día igual o anterior al último.',
  'auditLog.fromReversed': 'es posterior al último día',
  'auditLog.gapText':
    'El archivo del registro de auditoría estaba dañado y se conserva como {file}. Faltan las entradas anteriores a esta.',
  'auditLog.notWritten': 'No se pudo escribir en el registro de auditoría de este equipo.',
  'auditLog.notWrittenHint':
    'Lo que hizo en GitLab no se ve afectado. Compruebe que el disco no esté lleno.',
  'auditLog.verifyCut': 'Línea {line}: el resto del archivo falta o está dañado.',
  'auditLog.verifyDamaged': 'La línea {line} está dañada.',
  'auditLog.verifyEntries': '{count, plural, one {# entrada} many {# entradas} other {# entradas}}',
  'auditLog.verifyIntact': 'El registro está intacto.',
  'auditLog.verifyLimits':
    'Esto revela daños, no una falsificación por parte del propietario del archivo: compare el último hash con uno que haya guardado en otro lugar.',
  'auditLog.verifyMisplaced': 'La línea {line} está fuera de lugar.',
  'auditLog.verifyMissing': 'Faltan entradas antes de la línea {line}.',
  'auditLog.verifyNeedsFile':
    '--verify-log necesita un registro de auditoría exportado: --verify-log ARCHIVO',
  'auditLog.verifyNoExport': '{file} no es una exportación de un registro de auditoría con hashes.',
  'auditLog.verifyNoFile': 'no existe',
  'auditLog.verifySelection':
    'Todas sus líneas están intactas. Es una selección, así que no se comprueba lo que hay entre ellas.',
  'auditLog.verifyUnreadable': 'No se pudo leer {file}: {reason}.',
}
