import type { recovery as english } from '../../en/screens/recovery.ts'

export const recovery: Record<keyof typeof english, string> = {
  'recovery.check': 'Compare las listas con las acciones que puso en cola.',
  'recovery.checkPaused': 'La cola está pausada. Compruebe las listas y, después, reanúdela.',
  'recovery.damage': 'El archivo de la cola estaba dañado',
  'recovery.damaged': '{damage} al iniciarse Latchkey el {when}.',
  'recovery.dismiss': 'Cerrar este aviso',
  'recovery.file': 'El archivo tal como se encontró: {path}',
  'recovery.lost':
    'Algunas entradas no se pudieron leer y puede que acciones ya terminadas figuren como pendientes.',
  'recovery.missing':
    '{count, plural, one {Falta # acción} many {Faltan # acciones} other {Faltan # acciones}} en la cola.',
  'recovery.missingAction': '{action}: @{username} (estado anterior: {state})',
  'recovery.missingActions': 'Acciones que faltan',
  'recovery.missingHint':
    'Parte del archivo de la cola había desaparecido al iniciarse Latchkey el {when}.',
  'recovery.recovered': 'Se recuperaron todas las entradas legibles.',
  'recovery.recoveredRows':
    '{count, plural, one {Se recuperó # entrada} many {Se recuperaron # entradas} other {Se recuperaron # entradas}} de la cola y del registro de auditoría.',
  'recovery.title': 'Cola recuperada',
}
