export const preferencesTables = `
-- Who never changed any has no row.
CREATE TABLE preferences (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  view_diffs_file_by_file INTEGER NOT NULL DEFAULT 0,
  show_whitespace_in_diffs INTEGER NOT NULL DEFAULT 1,
  pass_user_identities_to_ci_jwt INTEGER NOT NULL DEFAULT 0,
  policy_advanced_editor INTEGER NOT NULL DEFAULT 0
) STRICT;
`
