export const saving = {
  'saving.changedElsewhere': 'Changed elsewhere: {fields}.',
  'saving.conflict': '{field}: changed elsewhere',
  'saving.keepTheirs': 'Keep theirs',
  'saving.keepTheirsFor': 'Keep theirs for {field}',
  'saving.notSaved': 'Not saved: this instance ignored {fields}.',
  'saving.notSet': 'Not set: this instance ignored {fields}.',
  'saving.notUndone': 'Not undone: this instance ignored {fields}.',
  'saving.onGitLab': '{field}, now on GitLab',
  'saving.useMine': 'Use mine',
  'saving.useMineFor': 'Use mine for {field}',
  'saving.yours': 'Yours',
}
