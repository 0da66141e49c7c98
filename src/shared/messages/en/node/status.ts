export const status = {
  'status.emptyAnswer': 'GitLab sent an empty answer, so the status may not have been set.',
  'status.emptyAnswerHint': 'Check the current status before you try again.',
  'status.hasPassed': 'has passed. Choose another time',
  'status.keptTimePassed': 'The time at which your status clears has passed.',
  'status.keptTimePassedHint': 'Choose when this status clears.',
  'status.presetFocusing': 'Focusing',
  'status.presetHome': 'Working from home',
  'status.presetLeave': 'On leave',
  'status.presetLunch': 'At lunch',
  'status.presetMeeting': 'In a meeting',
  'status.presetSick': 'Off sick',
}
