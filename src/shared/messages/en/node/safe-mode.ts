export const safeMode = {
  'safeMode.on': 'Safe mode is on, so nothing is loaded or sent.',
  'safeMode.onHint': 'Choose “Continue normally” to turn it off.',
}
