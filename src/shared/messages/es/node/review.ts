import type { review as english } from '../../en/node/review.ts'

export const review: Record<keyof typeof english, string> = {
  'review.failed': 'La revisión terminó porque se produjo un error en Latchkey.',
  'review.failedHint': 'Reanude la revisión. Si sigue ocurriendo, reinicie Latchkey.',
  'review.membership': '{type, select, Project {Proyecto} other {Grupo}} {name} ({role})',
  'review.nobody': 'No hay usuarios que revisar.',
  'review.nobodyHint':
    'Cargue la lista en Usuarios, seleccione usuarios y vuelva a empezar la revisión.',
  'review.tooManyUsers':
    'Una revisión puede abarcar como máximo {max, plural, one {# usuario} many {# usuarios} other {# usuarios}}.',
  'review.tooManyUsersHint': 'Acote la lista con filtros y vuelva a empezar la revisión.',
}
