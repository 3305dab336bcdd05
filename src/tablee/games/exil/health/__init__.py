"""Health: Points de Santé, what takes them and what gives them back (SAN, BLE, MAL, POI, SOI, GUE)."""
