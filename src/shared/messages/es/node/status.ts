import type { status as english } from '../../en/node/status.ts'

export const status: Record<keyof typeof english, string> = {
  'status.emptyAnswer':
    'GitLab envió una respuesta vacía, así que puede que el estado no se haya establecido.',
  'status.emptyAnswerHint': 'Compruebe el estado actual antes de intentarlo de nuevo.',
  'status.hasPassed': 'ya ha pasado. Elija otra hora',
  'status.keptTimePassed': 'La hora a la que se borra su estado ya ha pasado.',
  'status.keptTimePassedHint': 'Elija cuándo se borra este estado.',
  'status.overlaps': 'Dos estados programados se solapan.',
  'status.overlapsHint': 'Cambie los días o las horas de uno de ellos, o desactívelo.',
  'status.presetFocusing': 'En modo concentración',
  'status.presetHome': 'Trabajando desde casa',
  'status.presetLeave': 'De permiso',
  'status.presetLunch': 'Comiendo',
  'status.presetMeeting': 'En una reunión',
  'status.presetSick': 'De baja por enfermedad',
}
