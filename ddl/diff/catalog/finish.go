package catalog

// finish ends the reading: from here on nothing changes, so that what is
// resolved can be kept.
func (c *Catalog) finish() {
	c.final = true
	c.viewCols = map[*Relation][]viewColumn{}
}
