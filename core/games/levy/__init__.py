"""Levy & Campaign: what Almoravid and Seljuk share. Each game adds its own map, politics, cards and exceptions."""
