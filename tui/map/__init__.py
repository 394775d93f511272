"""The map: a pure raster (`raster`), what is drawn on it (`chart`, `picture`), and the widget (`view`)."""
