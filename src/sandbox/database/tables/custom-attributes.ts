export const customAttributesTables = `
CREATE TABLE custom_attributes (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX custom_attributes_by_key ON custom_attributes (key, value);
`
