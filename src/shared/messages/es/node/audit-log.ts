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
  'auditLog.verifyAlone':
    '{file} no se puede comprobar sin {beside}, que se exportó con él y debe estar a su lado.',
  'auditLog.verifyDamaged':
    'La línea {line} se modificó, o debajo de ella faltan líneas o están en otro orden.',
  'auditLog.verifyEntries': '{count, plural, one {# entrada} many {# entradas} other {# entradas}}',
  'auditLog.verifyGap':
    'Este registro sustituye a uno dañado, que se conservó como {file}: faltan las entradas anteriores.',
  'auditLog.verifyIncomplete':
    'El archivo no está completo, o se modificó su alcance, el número de entradas o el último hash.',
  'auditLog.verifyIntact': 'El registro está intacto.',
  'auditLog.verifyLimits':
    'Compare el último hash con uno que haya guardado en otro lugar: quien pueda escribir este archivo puede crear otro, que tendrá otro último hash.',
  'auditLog.verifyNeedsFile':
    '--verify-log necesita un registro de auditoría exportado: --verify-log ARCHIVO',
  'auditLog.verifyNoExport':
    '{file} no es una exportación de un registro de auditoría, o se modificó su primera línea.',
  'auditLog.verifyNoFile': 'no existe',
  'auditLog.verifyRewritten':
    'Una hoja de cálculo u otro programa volvió a guardar este archivo. {count, plural, =0 {No hay líneas dañadas.} one {Hay # línea dañada.} many {Hay # líneas dañadas.} other {Hay # líneas dañadas.}} Vuelva a exportar el registro.',
  'auditLog.verifySelection': 'La selección está intacta. No es el registro completo.',
  'auditLog.verifyTooLarge': 'supera los {max, number} MB',
  'auditLog.verifyUnreadable': 'No se pudo leer {file}: {reason}.',
}
